// Counts page views for the admins' dashboard: the path of a page that was looked at for a second, and nothing else.
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '../sessions/SiteProvider'

const A_LOOK = 1000
let started = false

export function Visits() {
  const { pathname } = useLocation()
  const site = useSite()
  // Where the community counts with a program of its own, nothing is counted here.
  const counts = site !== undefined && !site.analytics && !pathname.startsWith('/admin')

  useEffect(() => {
    if (!counts) return
    const timer = setTimeout(() => {
      if (!navigator.onLine) return
      // Without a token: the server has no need to know who it is. A view that is not counted is no loss. The answer is read,
      // because a request whose answer nobody reads stays open.
      fetch('/api/analytics', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ page: pathname, started: !started }), keepalive: true })
        .then((answer) => answer.text())
        .catch(() => {})
      started = true
    }, A_LOOK)
    return () => clearTimeout(timer)
  }, [pathname, counts])
  return null
}
