// Starts the app in index.html and removes the loader.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import './styles/index.css'

const LOADER_STAYS = 100

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
setTimeout(() => document.getElementById('shell-loader')?.remove(), LOADER_STAYS)
