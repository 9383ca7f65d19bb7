// The camera and the codes that it sees. It asks for the camera when it is started, and releases it when it is hidden.
import { useEffect, useRef, useState } from 'react'
import { frameLoop, QRCanvas, rearCamera, type QRCamera } from 'qr/dom.js'
import { Button } from '../../kit/Button'
import { Camera, CircleAlert } from '../../kit/icons'
import { Spinner } from '../../kit/Skeleton'

type ScannerProps = {
  onCode: (code: string) => void
  /** What else to do, as a sentence, where there is no camera. */
  instead: string
  /** Asks for the camera at once. */
  starts?: boolean
}

export default function Scanner({ onCode, instead, starts = false }: ScannerProps) {
  const [on, setOn] = useState(starts)
  const [problem, setProblem] = useState<string>()
  if (!isSecureContext)
    return (
      <p className="w-full rounded-lg border border-dashed border-strong bg-sunken p-6 text-soft">
        {`The camera needs https: browsers give no other site access to it. ${instead}`}
      </p>
    )
  if (on)
    return (
      <Live
        onCode={onCode}
        instead={instead}
        onStop={(why) => {
          setOn(false)
          setProblem(why)
        }}
      />
    )
  return (
    <div className="grid min-h-28 w-full place-items-center rounded-lg border border-dashed border-strong bg-sunken p-6 text-center sm:min-h-44 print:hidden">
      <div>
        <Button
          variant="primary"
          size="lg"
          icon={<Camera aria-hidden size="1.25em" />}
          onClick={() => {
            setProblem(undefined)
            setOn(true)
          }}
        >
          {problem ? 'Try the camera again' : 'Scan with the camera'}
        </Button>
        <div role="alert" className="mx-auto max-w-80 text-small">
          {problem && (
            <p className="mt-4 flex items-start gap-1.5 text-start text-bad">
              <CircleAlert aria-hidden size="1rem" className="mt-[0.2em] shrink-0" />
              {problem}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

function Live({ onCode, instead, onStop }: ScannerProps & { onStop: (why?: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [ready, setReady] = useState(false)
  const latest = useRef({ onCode, instead, onStop })
  useEffect(() => {
    latest.current = { onCode, instead, onStop }
  })

  useEffect(() => {
    const player = video.current
    if (!player) return
    let ended = false
    let camera: QRCamera | undefined
    let cancel: (() => void) | undefined
    let awake: { release: () => Promise<void> } | undefined
    const codes = new QRCanvas()
    let reading = false
    const look = async () => {
      if (reading || !camera) return
      reading = true
      try {
        const found = await camera.readFrame(codes)
        if (!ended && typeof found === 'string' && found) latest.current.onCode(found)
      } finally {
        reading = false
      }
    }
    const start = async () => {
      try {
        const opened = await rearCamera(player)
        if (ended) return opened.stop()
        camera = opened
        setReady(true)
        cancel = frameLoop(() => void look(), player)
        // Keeps the screen on while people come in, where the browser can.
        awake = await navigator.wakeLock?.request('screen').catch(() => undefined)
        if (ended) void awake?.release()
      } catch (error) {
        if (!ended) latest.current.onStop(cameraProblem(error, latest.current.instead))
      }
    }
    const hide = () => document.hidden && latest.current.onStop()
    document.addEventListener('visibilitychange', hide)
    void start()
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', hide)
      cancel?.()
      camera?.stop()
      void awake?.release()
    }
  }, [])

  return (
    <div className="relative aspect-square max-h-[50dvh] w-full overflow-hidden rounded-lg bg-sunken">
      <video ref={video} muted playsInline aria-label="Picture of the camera" className="size-full object-cover" />
      {ready ? (
        <span aria-hidden className="absolute inset-[16%] rounded-lg border-2 border-white shadow-[0_0_0_100vmax_rgb(0_0_0/0.35)]" style={{ borderColor: 'white' }} />
      ) : (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <Button size="sm" className="absolute end-3 bottom-3" onClick={() => onStop()}>
        Stop the camera
      </Button>
    </div>
  )
}

function cameraProblem(error: unknown, instead: string): string {
  if (!navigator.mediaDevices?.getUserMedia) return `This browser gives no access to a camera. ${instead}`
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'The camera is not allowed for this site. Allow it in the browser’s settings for this page.'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return `This device has no camera. ${instead}`
  return 'The camera cannot be used now. Another program may be using it.'
}
