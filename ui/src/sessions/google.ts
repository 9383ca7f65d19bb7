// Google Identity Services: its script, loaded only for a site that uses it, and what its popup does.

const SCRIPT = 'https://accounts.google.com/gsi/client'

type Identity = {
  initialize: (options: { client_id: string; callback: (answer: { credential?: string }) => void; ux_mode: 'popup'; auto_select: false }) => void
  renderButton: (host: HTMLElement, look: Record<string, string | number>) => void
}

let loading: Promise<Identity> | undefined
let initialised: string | undefined
let tell: (credential: string | undefined) => void = () => {}

function load(): Promise<Identity> {
  loading ??= new Promise<Identity>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    const fail = () => {
      script.remove()
      loading = undefined
      reject(new Error('not loaded'))
    }
    script.onload = () => {
      const identity = (window as unknown as { google?: { accounts?: { id?: Identity } } }).google?.accounts?.id
      if (identity) resolve(identity)
      else fail()
    }
    script.onerror = fail
    document.head.append(script)
  })
  return loading
}

/** The script, ready for this client id. Its answers go to the one who asked last. */
export async function prepareGoogle(clientId: string, onCredential: (credential: string | undefined) => void): Promise<Identity> {
  const identity = await load()
  tell = onCredential
  if (initialised !== clientId) {
    identity.initialize({ client_id: clientId, callback: (answer) => tell(answer.credential), ux_mode: 'popup', auto_select: false })
    initialised = clientId
  }
  return identity
}

/** Draws Google's own button, as their terms want it. */
export function drawGoogleButton(identity: Identity, host: HTMLElement) {
  const dark = document.documentElement.dataset.theme === 'dark'
  identity.renderButton(host, {
    type: 'standard',
    theme: dark ? 'filled_black' : 'outline',
    size: 'large',
    text: 'continue_with',
    shape: 'rectangular',
    logo_alignment: 'center',
    width: Math.min(400, Math.floor(host.clientWidth)),
  })
}

/** The script tells nobody that its popup was blocked or closed, so its window.open is watched. Returns the undoing. */
export function watchPopup(on: { blocked: () => void; closed: () => void }): () => void {
  const open = window.open
  let timer: ReturnType<typeof setInterval> | undefined
  window.open = (...args) => {
    const popup = open.apply(window, args)
    if (!String(args[0] ?? '').startsWith('https://accounts.google.com/')) return popup
    clearInterval(timer)
    if (!popup) on.blocked()
    else
      timer = setInterval(() => {
        if (!popup.closed) return
        clearInterval(timer)
        on.closed()
      }, 500)
    return popup
  }
  return () => {
    clearInterval(timer)
    window.open = open
  }
}
