// Draws the drifting dots on a canvas: for a while, then they rest where they are.

const COUNT = 80
/** Milliseconds. Dots this slow need few frames. */
const FRAME = 1000 / 15
const AWAKE = 20_000

type Dot = { x: number; y: number; dx: number; dy: number; radius: number }

/** Draws until the returned function is called. */
export function drift(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d')
  if (!context) return () => {}
  const dots: Dot[] = Array.from({ length: COUNT }, () => ({
    x: Math.random(),
    y: Math.random(),
    dx: (Math.random() - 0.5) * 0.012,
    dy: (Math.random() - 0.5) * 0.012,
    radius: 0.8 + Math.random() * 1.4,
  }))
  canvas.dataset.particles = String(COUNT)
  let width = 0
  let height = 0
  let timer = 0
  let last = 0
  let until = 0

  const paint = () => {
    context.clearRect(0, 0, width, height)
    context.beginPath()
    for (const { x, y, radius } of dots) {
      context.moveTo(x * width + radius, y * height)
      context.arc(x * width, y * height, radius, 0, 7)
    }
    context.fill()
  }
  const step = () => {
    const now = performance.now()
    const seconds = Math.min(0.1, (now - last) / 1000)
    last = now
    for (const dot of dots) {
      dot.x = (dot.x + dot.dx * seconds + 1) % 1
      dot.y = (dot.y + dot.dy * seconds + 1) % 1
    }
    paint()
    if (now > until) rest()
  }
  const rest = () => {
    clearInterval(timer)
    canvas.dataset.resting = ''
  }
  const show = () => {
    rest()
    if (document.hidden) return
    delete canvas.dataset.resting
    last = performance.now()
    until = last + AWAKE
    timer = window.setInterval(step, FRAME)
  }
  const colour = () => {
    context.fillStyle = getComputedStyle(canvas).color
    paint()
  }
  // Told instead of asked for, because whoever asks makes the browser lay the page out first.
  const sized = new ResizeObserver(([entry]) => {
    const scale = Math.min(devicePixelRatio, 2)
    ;({ width, height } = entry!.contentRect)
    canvas.width = width * scale
    canvas.height = height * scale
    context.setTransform(scale, 0, 0, scale, 0, 0)
    colour()
  })
  const themed = new MutationObserver(colour)

  show()
  sized.observe(canvas)
  themed.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
  document.addEventListener('visibilitychange', show)
  return () => {
    rest()
    sized.disconnect()
    themed.disconnect()
    document.removeEventListener('visibilitychange', show)
    context.clearRect(0, 0, width, height)
    delete canvas.dataset.particles
  }
}
