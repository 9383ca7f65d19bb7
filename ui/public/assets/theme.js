// Runs before the first paint, so that neither theme nor accent flashes, nor what only guests see.
;(function () {
  var root = document.documentElement
  var dark = matchMedia('(prefers-color-scheme: dark)').matches
  try {
    var stored = localStorage.getItem('darkMode')
    if (stored !== null) dark = stored === 'true'
    if (localStorage.getItem('token')) root.dataset.member = ''
    var accent = JSON.parse(localStorage.getItem('accent') || '{}')
    for (var name in accent) if (name.indexOf('--accent') === 0) root.style.setProperty(name, accent[name])
  } catch {
    // Storage is forbidden or holds nonsense: the system's wish and the default accent stand.
  }
  root.dataset.theme = dark ? 'dark' : 'light'
})()
