// A stand-in until the server's document is generated; `npm run api` writes this file.

type ErrorBody = { message: string; code: string; fields?: Record<string, string> }
type Failures = { 400: Failure; 401: Failure; 403: Failure; 404: Failure; 429: Failure; 500: Failure }
type Failure = { headers: Record<string, unknown>; content: { 'application/json': ErrorBody } }
type Json<T> = { headers: Record<string, unknown>; content: { 'application/json': T } }
type Nothing = { query?: never; header?: never; path?: never; cookie?: never }
type Get<T> = { parameters: Nothing; get: { parameters: Nothing; requestBody?: never; responses: { 200: Json<T> } & Failures } }
type Post<T> = { parameters: Nothing; post: { parameters: Nothing; requestBody?: never; responses: { 200: Json<T> } & Failures } }

export interface paths {
  '/api/site': Get<components['schemas']['Site']>
  '/api/users/profile': Get<components['schemas']['OwnProfile']>
  '/api/admin/verify-admin': Get<{ isAdmin: boolean }>
  '/api/auth/logout': Post<unknown>
}

export interface components {
  schemas: {
    ErrorBody: ErrorBody
    Site: {
      name: string
      tagline: string
      about: string
      contactEmail?: string
      socialLinks: Record<string, string>
      accentColour: string
      logoUrl?: string
      timeZone: string
      signIn: { google?: { clientId: string }; email: boolean }
      captcha: { provider: 'builtin' | 'recaptcha' | 'hcaptcha' | 'turnstile' | 'none'; siteKey?: string }
      analytics?: { scriptUrl: string; siteId: string }
      setupOpen: boolean
    }
    OwnProfile: { _id: string; name: string; email: string; profilePicture?: string; role: string }
  }
}
