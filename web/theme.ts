// A classic script that runs before the first paint, so that no page flashes in the wrong theme.

/** `automatic`, `light` or `dark`. The app writes it. */
const KEY = 'parley-theme'
const system = matchMedia('(prefers-color-scheme: dark)')

function chosen(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // The browser keeps nothing for this site.
    return null
  }
}

function show(): void {
  const wanted = chosen()
  const isDark = wanted === 'dark' || (wanted !== 'light' && system.matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}

show()
system.addEventListener('change', show)
// Another tab has changed it.
addEventListener('storage', show)
