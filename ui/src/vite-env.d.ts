// Imports that only Vite understands.
/// <reference types="vite/client" />
