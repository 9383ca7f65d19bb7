// Draws the drifting dots on a canvas.

const COUNT = 80
const FRAME = 1000 / 30

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
  let request = 0
  let last = 0

  const resize = () => {
    const scale = Math.min(devicePixelRatio, 2)
    canvas.width = innerWidth * scale
    canvas.height = innerHeight * scale
    context.setTransform(scale, 0, 0, scale, 0, 0)
  }
  const colour = () => {
    context.fillStyle = getComputedStyle(canvas).color
  }
  const draw = (now: number) => {
    request = requestAnimationFrame(draw)
    if (now - last < FRAME) return
    const seconds = Math.min(0.1, (now - last) / 1000)
    last = now
    context.clearRect(0, 0, innerWidth, innerHeight)
    for (const dot of dots) {
      dot.x = (dot.x + dot.dx * seconds + 1) % 1
      dot.y = (dot.y + dot.dy * seconds + 1) % 1
      context.beginPath()
      context.arc(dot.x * innerWidth, dot.y * innerHeight, dot.radius, 0, 7)
      context.fill()
    }
  }
  const show = () => {
    cancelAnimationFrame(request)
    if (!document.hidden) request = requestAnimationFrame(draw)
  }
  const resized = () => {
    resize()
    colour()
  }
  const themed = new MutationObserver(colour)

  resized()
  show()
  themed.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
  window.addEventListener('resize', resized)
  document.addEventListener('visibilitychange', show)
  return () => {
    cancelAnimationFrame(request)
    themed.disconnect()
    window.removeEventListener('resize', resized)
    document.removeEventListener('visibilitychange', show)
    context.clearRect(0, 0, innerWidth, innerHeight)
    delete canvas.dataset.particles
  }
}
