// Starts the app in index.html with the answers that stand there, and removes the loader.
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { takeGiven } from './api/given'
import { queryClient } from './api/query'
import { App } from './App'
import { prefetch } from './lib/prefetch'
import './styles/index.css'

/** Milliseconds. */
const LOADER_STAYS = 100
const PAGE_WAITS = 500

async function start() {
  takeGiven(queryClient)
  // The first picture stays until the page can take its place; without its code, the page says so itself.
  await Promise.race([prefetch(location.pathname), new Promise((next) => setTimeout(next, PAGE_WAITS))])
  const root = createRoot(document.getElementById('root')!)
  // In small steps, between which the browser answers its reader.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
  setTimeout(() => document.getElementById('shell-loader')?.remove(), LOADER_STAYS)
}

// Not awaited here: the code of a page waits for this file to end.
void start()
