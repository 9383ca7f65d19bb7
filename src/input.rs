//! Inputs: texts and lists with their maximum length in the type, and bodies whose fields are measured before they are
//! parsed. Each limit is a constant in a feature's rules. These types put it into the API document, from which the
//! interface gets it.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Deref;

use poem::{Request, RequestBody};
use poem_openapi::error::{ContentTypeError, ParseRequestPayloadError};
use poem_openapi::payload::{Json, ParsePayload, Payload};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseFromParameter, ParseResult, ToJSON, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::error::ApiError;
use crate::text::length;

/// A text of at most `MAX` characters, as [`length`] counts them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text<const MAX: usize>(pub String);

/// A list of at most `MAX` entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List<T, const MAX: usize>(pub Vec<T>);

/// A JSON body. All fields that are too long are reported at once.
#[derive(Debug)]
pub struct Input<T>(pub T);

/// A number with thousands separators for sentences: 10,000.
pub fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn long_text(max: usize) -> String {
    format!("This can have at most {} characters", grouped(max))
}

fn long_list(max: usize) -> String {
    format!("There can be at most {} of these", grouped(max))
}

/// The fields that exceed the maximum in their schema, with the sentence to show at each. Nested values are reported at
/// the outermost field.
fn measure(schema: &MetaSchemaRef, registry: &Registry, value: &Value, field: &str, faults: &mut Vec<(String, String)>) {
    let schema = match schema {
        MetaSchemaRef::Inline(schema) => schema,
        MetaSchemaRef::Reference(name) => match registry.schemas.get(name) {
            Some(schema) => schema,
            None => return,
        },
    };
    for one in schema.any_of.iter().chain(&schema.all_of) {
        measure(one, registry, value, field, faults);
    }
    let mut fault = |sentence| {
        if !faults.iter().any(|(known, _)| known == field) {
            faults.push((field.to_owned(), sentence));
        }
    };
    match value {
        Value::String(text) => {
            if let Some(max) = schema.max_length.filter(|max| length(text) > *max) {
                fault(long_text(max));
            }
        }
        Value::Array(entries) => {
            if let Some(max) = schema.max_items.filter(|max| entries.len() > *max) {
                fault(long_list(max));
            } else if let Some(items) = &schema.items {
                for entry in entries {
                    measure(items, registry, entry, field, faults);
                }
            }
        }
        Value::Object(entries) => {
            for (name, property) in &schema.properties {
                if let Some(entry) = entries.get(*name) {
                    measure(property, registry, entry, if field.is_empty() { name } else { field }, faults);
                }
            }
        }
        _ => {}
    }
}

impl<T: Type> Payload for Input<T> {
    const CONTENT_TYPE: &'static str = Json::<T>::CONTENT_TYPE;

    fn check_content_type(content_type: &str) -> bool {
        Json::<T>::check_content_type(content_type)
    }

    fn schema_ref() -> MetaSchemaRef {
        T::schema_ref()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

impl<T: ParseFromJSON> ParsePayload for Input<T> {
    const IS_REQUIRED: bool = T::IS_REQUIRED;

    async fn from_request(request: &Request, body: &mut RequestBody) -> poem::Result<Self> {
        let Json(value) = <Json<Value> as ParsePayload>::from_request(request, body).await?;
        let mut registry = Registry::new();
        T::register(&mut registry);
        let mut faults = Vec::new();
        measure(&T::schema_ref(), &registry, &value, "", &mut faults);
        if !faults.is_empty() {
            return Err(ApiError::invalid_fields(faults).into());
        }
        T::parse_from_json(Some(value)).map(Input).map_err(|error| {
            ParseRequestPayloadError {
                reason: error.into_message(),
            }
            .into()
        })
    }
}

impl<'a, T: ParseFromJSON> ApiExtractor<'a> for Input<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Self as Payload>::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        Some(MetaRequest {
            description: None,
            content: vec![MetaMediaType {
                content_type: Self::CONTENT_TYPE,
                schema: <Self as Payload>::schema_ref(),
            }],
            required: Self::IS_REQUIRED,
        })
    }

    async fn from_request(request: &'a Request, body: &mut RequestBody, _options: ExtractParamOptions<()>) -> poem::Result<Self> {
        match request.content_type() {
            Some(kind) if Self::check_content_type(kind) => <Self as ParsePayload>::from_request(request, body).await,
            Some(kind) => Err(ContentTypeError::NotSupported {
                content_type: kind.to_owned(),
            }
            .into()),
            None => Err(ContentTypeError::ExpectContentType.into()),
        }
    }
}

impl<const MAX: usize> Deref for Text<MAX> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const MAX: usize> From<Text<MAX>> for String {
    fn from(text: Text<MAX>) -> String {
        text.0
    }
}

impl<const MAX: usize> Type for Text<MAX> {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "string".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema {
            max_length: Some(MAX),
            ..MetaSchema::new("string")
        }))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl<const MAX: usize> ParseFromParameter for Text<MAX> {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        if length(value) > MAX {
            return Err(ParseError::custom(long_text(MAX)));
        }
        Ok(Text(value.to_owned()))
    }
}

impl<const MAX: usize> ParseFromJSON for Text<MAX> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        let text = String::parse_from_json(value).map_err(ParseError::propagate)?;
        Self::parse_from_parameter(&text)
    }
}

impl<const MAX: usize> ToJSON for Text<MAX> {
    fn to_json(&self) -> Option<Value> {
        Some(self.0.clone().into())
    }
}

impl<const MAX: usize> Serialize for Text<MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<T, const MAX: usize> Default for List<T, MAX> {
    fn default() -> Self {
        List(Vec::new())
    }
}

impl<T: Type, const MAX: usize> Type for List<T, MAX> {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        Vec::<T>::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        Vec::<T>::schema_ref().merge(MetaSchema {
            max_items: Some(MAX),
            ..MetaSchema::ANY
        })
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl<T: ParseFromJSON, const MAX: usize> ParseFromJSON for List<T, MAX> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        let entries = Vec::<T>::parse_from_json(value).map_err(ParseError::propagate)?;
        if entries.len() > MAX {
            return Err(ParseError::custom(long_list(MAX)));
        }
        Ok(List(entries))
    }
}

impl<T: ToJSON, const MAX: usize> ToJSON for List<T, MAX> {
    fn to_json(&self) -> Option<Value> {
        self.0.to_json()
    }
}

#[cfg(test)]
mod tests {
    use poem_openapi::Object;
    use serde_json::json;

    use super::*;

    #[derive(Object)]
    struct Inner {
        name: Text<2>,
    }

    #[derive(Object)]
    struct Outer {
        title: Text<3>,
        tags: List<Text<2>, 2>,
        inner: Option<Vec<Inner>>,
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([7, 1000, 43_200, 1_234_567].map(grouped), ["7", "1,000", "43,200", "1,234,567"]);
    }

    fn faults(value: &Value) -> Vec<(String, String)> {
        let mut registry = Registry::new();
        Outer::register(&mut registry);
        let mut faults = Vec::new();
        measure(&Outer::schema_ref(), &registry, value, "", &mut faults);
        faults
    }

    #[test]
    fn every_field_that_holds_too_much_is_told_once() {
        let full = json!({ "title": "äöü", "tags": ["🙂🙂", "b"], "inner": [{ "name": "ab" }] });
        assert_eq!(faults(&full), []);
        assert!(Outer::parse_from_json(Some(full)).is_ok());
        let typed = json!({ "title": " a\r\nb\n", "tags": [] });
        assert_eq!(faults(&typed), []);
        assert!(Outer::parse_from_json(Some(typed)).is_ok());
        let over = json!({ "title": "äöü!", "tags": ["a", "b", "c"], "inner": [{ "name": "abc" }, { "name": "abcd" }] });
        let told = |field: &str, sentence: &str| (field.to_owned(), sentence.to_owned());
        assert_eq!(
            faults(&over),
            [
                told("title", "This can have at most 3 characters"),
                told("tags", "There can be at most 2 of these"),
                told("inner", "This can have at most 2 characters"),
            ]
        );
        assert!(Outer::parse_from_json(Some(over)).is_err());
    }
}
