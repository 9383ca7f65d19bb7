// Starts the real executable on a free port with a database of its own, and ends it by its pid.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BINARY = process.env.COMMUNITY_BIN ?? fileURLToPath(new URL('../../../target/debug/community', import.meta.url))
const STARTS_WITHIN = 30_000
const ENDS_WITHIN = 10_000

export type Server = {
  url: string
  /** Everything printed so far: sign-in links, the set-up link. */
  output: () => string
  /** Waits until it has printed something that matches. */
  printed: (pattern: RegExp, from?: number) => Promise<RegExpExecArray>
  stop: () => Promise<void>
}

export type ServerOptions = { demo?: boolean; env?: Record<string, string> }

export async function startServer({ demo = false, env = {} }: ServerOptions = {}): Promise<Server> {
  if (!existsSync(BINARY)) throw new Error(`${BINARY} is missing: run cargo build, or set COMMUNITY_BIN`)
  const folder = mkdtempSync(join(tmpdir(), 'community-e2e-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(BINARY, ['serve', '--listen', url.slice('http://'.length), '--database', join(folder, 'community.db'), ...(demo ? ['--demo'] : [])], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const failure = new Promise<never>((_, reject) => child.once('error', reject))
  failure.catch(() => {})

  const stop = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await Promise.race([until(() => answers(url, child), STARTS_WITHIN, () => `the server did not start:\n${output}`), failure])
  } catch (error) {
    await stop()
    throw error
  }

  return {
    url,
    output: () => output,
    async printed(pattern, from = 0) {
      let found: RegExpExecArray | null = null
      await until(
        // Whole lines only: the rest of a link may still be on its way.
        () => Promise.resolve((found = pattern.exec(output.slice(from, output.lastIndexOf('\n') + 1))) !== null),
        5000,
        () => `${pattern} was not printed:\n${output.slice(from)}`,
      )
      return found!
    },
    stop,
  }
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`the server exited with ${child.exitCode}`)
  try {
    return (await fetch(`${url}/healthz`)).ok
  } catch {
    return false
  }
}

async function until(done: () => Promise<boolean>, within: number, complaint: () => string) {
  for (const end = Date.now() + within; !(await done()); await new Promise((next) => setTimeout(next, 50)))
    if (Date.now() > end) throw new Error(complaint())
}

async function end(child: ChildProcess) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN)
  await exited
  clearTimeout(timer)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
