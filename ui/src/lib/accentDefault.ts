// The default accent in styles/tokens.css. A module of its own, so that the arithmetic loads only for another colour.
export const DEFAULT_ACCENT = '#c2410c'
