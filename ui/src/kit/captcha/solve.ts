// Gets a challenge and solves it, on several processors where there are some.
import { client } from '../../api/client'
import { unwrap } from '../../api/query'
import type { Solution, Task } from './proof'

const WORKERS = 4

/** The answer to a new challenge, as the server reads it. */
export async function solve(signal: AbortSignal): Promise<string> {
  const challenge = await unwrap(client.GET('/api/captcha/challenge', { signal }))
  const count = Math.min(WORKERS, navigator.hardwareConcurrency || 1)
  const workers = Array.from({ length: count }, () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }))
  try {
    const solution = await new Promise<Solution>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('not wanted any more')))
      workers.forEach((worker, start) => {
        worker.onmessage = ({ data }: MessageEvent<Solution>) => resolve(data)
        worker.onerror = () => reject(new Error('the challenge was not solved'))
        worker.postMessage({ parameters: challenge.parameters, start, step: count } satisfies Task)
      })
    })
    return btoa(JSON.stringify({ challenge, solution }))
  } finally {
    for (const worker of workers) worker.terminate()
  }
}
