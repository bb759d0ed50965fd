import type { JSX } from 'preact'

/** Leads to the pages that exist until the app has views. */
export const App = (): JSX.Element => (
  <main>
    <h1>Parley</h1>
    <p>
      <a href="/login/">Sign in</a>
    </p>
  </main>
)
