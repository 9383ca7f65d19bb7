//! Input types that the framework cannot document: a value that may be null, and tags in two forms.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::Value;

use super::rules::{MAX_TAG, MAX_TAGS};

/// A value that may be absent (it stays as it is) or null (it is cleared).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Nullable<T> {
    #[default]
    Absent,
    Null,
    Value(T),
}

/// What a client sends for a field, applied to the value that the field has.
pub trait Over<T> {
    fn over(self, before: T) -> T;
}

impl<S: Into<T>, T> Over<T> for Option<S> {
    fn over(self, before: T) -> T {
        self.map_or(before, Into::into)
    }
}

impl<S: Into<T>, T> Over<Option<T>> for Nullable<S> {
    fn over(self, before: Option<T>) -> Option<T> {
        match self {
            Nullable::Absent => before,
            Nullable::Null => None,
            Nullable::Value(value) => Some(value.into()),
        }
    }
}

impl<T: Type> Type for Nullable<T> {
    const IS_REQUIRED: bool = false;
    type RawValueType = T::RawValueType;
    type RawElementValueType = T::RawElementValueType;

    fn name() -> Cow<'static, str> {
        format!("nullable_{}", T::name()).into()
    }

    fn schema_ref() -> MetaSchemaRef {
        let nullable = MetaSchema {
            nullable: true,
            ..MetaSchema::ANY
        };
        T::schema_ref().merge(nullable)
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn as_raw_value(&self) -> Option<&Self::RawValueType> {
        match self {
            Nullable::Value(value) => value.as_raw_value(),
            _ => None,
        }
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self::RawElementValueType> + 'a> {
        match self {
            Nullable::Value(value) => value.raw_element_iter(),
            _ => Box::new(std::iter::empty()),
        }
    }
}

impl<T: ParseFromJSON> ParseFromJSON for Nullable<T> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value {
            None => Ok(Nullable::Absent),
            Some(Value::Null) => Ok(Nullable::Null),
            Some(value) => T::parse_from_json(Some(value)).map(Nullable::Value).map_err(ParseError::propagate),
        }
    }
}

impl<T: ToJSON> ToJSON for Nullable<T> {
    fn to_json(&self) -> Option<Value> {
        match self {
            Nullable::Value(value) => value.to_json(),
            _ => None,
        }
    }
}

/// Tags: a list, or one text separated by commas.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags(pub Vec<String>);

impl From<Tags> for Vec<String> {
    fn from(tags: Tags) -> Vec<String> {
        tags.0
    }
}

impl Type for Tags {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "tags".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        let tag = MetaSchema {
            max_length: Some(MAX_TAG),
            ..MetaSchema::new("string")
        };
        let list = MetaSchema {
            items: Some(Box::new(MetaSchemaRef::Inline(Box::new(tag)))),
            max_items: Some(MAX_TAGS),
            ..MetaSchema::new("array")
        };
        let text = MetaSchema {
            max_length: Some(MAX_TAGS * (MAX_TAG + 2)),
            ..MetaSchema::new("string")
        };
        MetaSchemaRef::Inline(Box::new(MetaSchema {
            any_of: vec![MetaSchemaRef::Inline(Box::new(list)), MetaSchemaRef::Inline(Box::new(text))],
            ..MetaSchema::ANY
        }))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl ParseFromJSON for Tags {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value {
            Some(Value::String(text)) => Ok(Tags(text.split(',').map(str::to_owned).collect())),
            Some(list @ Value::Array(_)) => Vec::parse_from_json(Some(list)).map(Tags).map_err(ParseError::propagate),
            other => Err(ParseError::expected_type(other.unwrap_or_default())),
        }
    }
}

impl ToJSON for Tags {
    fn to_json(&self) -> Option<Value> {
        Some(Value::from(self.0.clone()))
    }
}
