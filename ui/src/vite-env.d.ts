// Imports that only Vite understands.
/// <reference types="vite/client" />
declare module 'altcha/workers/*?worker' {
  const worker: new () => Worker
  export default worker
}
