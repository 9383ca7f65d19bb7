//! How certificates are drawn: fonts, lines of text, designs, files.
pub mod designs;
pub mod fonts;
pub mod output;
pub mod scene;
pub mod typeset;
