// The accent that styles/tokens.css holds; apart, so that the arithmetic loads only for another colour.
export const DEFAULT_ACCENT = '#c2410c'
