import { escapeHtml } from '../escape-html.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5a6478; --paper: #f6f4ef; --card: #fff; --line: #e3dfd5; --accent: #2f6f5e }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6e1; --soft: #a2a9b8; --paper: #15181e; --card: #1d2129; --line: #2d333f; --accent: #7cc7b2 }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 34rem; padding: 2.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem }
h1 { margin: 0 0 .25rem; font-size: 1.6rem; line-height: 1.25 }
p { margin: .75rem 0; color: var(--soft) }
a { color: var(--accent); font-weight: 600 }
code { padding: .1em .35em; border-radius: .3em; background: var(--paper); font-size: .9em; overflow-wrap: anywhere }
`

export const HOME_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

interface HomeContent {
  /** Null if no organization has the address. */
  readonly organization: { readonly name: string; readonly isDeactivated: boolean } | null
  readonly address: string
  /** The name of the person who is signed in. */
  readonly viewer?: string | null
}

/** The start page until there is a web app: the organization, who is signed in, and where to find the API. */
export function homePage(content: HomeContent): string {
  const name = escapeHtml(content.organization?.name ?? 'No organization')
  const paragraphs = [...paragraphsOf(name, content), '<a href="/api/">Browse the API</a>']
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} · Parley</title>
<style>${STYLE}</style>
<main>
<h1>${name}</h1>
${paragraphs.map((html) => `<p>${html}</p>`).join('\n')}
</main>
</html>
`
}

function paragraphsOf(name: string, { organization, address, viewer = null }: HomeContent): string[] {
  const software = 'It runs Parley, a team-chat server that people host themselves.'
  if (!organization) return [`No organization has this address. Ask the operator which address is yours. ${software}`]
  const server = `This is the chat server of <strong>${name}</strong>. ${software}`
  if (organization.isDeactivated)
    return [
      '<strong>This organization has been deactivated.</strong> Nobody can sign in until the operator reactivates it.',
      server,
    ]
  return [server, `Clients sign in at <code>${escapeHtml(address)}</code>.`, ownLinks(viewer)]
}

const ownLinks = (viewer: string | null): string =>
  viewer === null
    ? '<a href="/login/">Sign in</a>'
    : `You are signed in as <bdi>${escapeHtml(viewer)}</bdi>. <a href="/accounts/devices/">Your devices</a> · <a href="/accounts/api-key/">Your API key</a> · <a href="/logout/">Sign out</a>`
