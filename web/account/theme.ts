import { signal } from '@preact/signals'

export const THEMES = ['automatic', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** web/theme.ts reads it before the first paint. */
const KEY = 'parley-theme'

const isTheme = (text: string | null): text is Theme => THEMES.includes(text as Theme)

function stored(): Theme {
  try {
    const text = localStorage.getItem(KEY)
    return isTheme(text) ? text : 'automatic'
  } catch {
    return 'automatic'
  }
}

export const theme = signal<Theme>(stored())

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen
  try {
    localStorage.setItem(KEY, chosen)
  } catch {
    // It holds until the page is closed.
  }
  const isDark = chosen === 'dark' || (chosen === 'automatic' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}
