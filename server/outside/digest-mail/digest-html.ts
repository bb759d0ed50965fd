import { realmPicture } from '../../kernel/realm-state/realm-picture.ts'
import { escapeHtml } from '../../messages/history/html-diff.ts'
import { realmPictureUrl } from '../../organization/realm-pictures/present.ts'
import type { MailView } from '../mail/mail-view.ts'
import type { DigestContent, DigestPart } from './digest-content.ts'

/** Many mail programs know no variables and no classes, so the light colours are in each element. */
const STYLE = {
  body: 'margin:0;padding:24px 12px;background:#f3f3ef;color:#1b201d;font:15px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,sans-serif;overflow-wrap:anywhere',
  sheet: 'max-width:600px;margin:0 auto;padding:28px 24px;background:#ffffff;border-radius:8px',
  organization: 'margin:0 0 20px;font-size:17px;font-weight:600',
  heading: 'margin:0 0 8px;font-size:24px;line-height:1.25;font-weight:600',
  part: 'margin:24px 0 0;padding:20px 0 0;border-top:1px solid #e5e4de',
  title: 'margin:0;font-size:17px;font-weight:600',
  link: 'color:#0a5ca3;text-decoration:none',
  quiet: 'margin:2px 0 0;color:#636966;font-size:13px',
  quote: 'margin:12px 0 0;padding:0 0 0 12px;border-left:3px solid #e5e4de',
  words: 'margin:0;white-space:pre-wrap',
  text: 'margin:0;color:#474d49',
  button:
    'display:inline-block;padding:11px 20px;border-radius:6px;background:#0b6a55;color:#ffffff;font-weight:500;text-decoration:none',
  foot: 'max-width:600px;margin:16px auto 0;padding:0 24px;color:#636966;font-size:13px',
} as const

/** Programs that know these rules apply them. */
const DARK = `@media (prefers-color-scheme: dark) {
  body { background: #121514 !important; color: #e7ebe8 !important }
  .sheet { background: #191d1b !important }
  .part, .quote { border-color: #2a302d !important }
  .quiet, .foot { color: #98a19c !important }
  .text { color: #bcc3bf !important }
  a.link { color: #7fbaf2 !important }
  a.button { background: #58c3a6 !important; color: #06231b !important }
}`

const open = (tag: string, name: keyof typeof STYLE): string => `<${tag} class="${name}" style="${STYLE[name]}">`

const linked = (text: string, address: string, name: 'link' | 'button'): string =>
  `<a class="${name}" style="${STYLE[name]}" href="${escapeHtml(address)}">${escapeHtml(text)}</a>`

/** Without scripts and fonts. Its only picture is the organization's own. */
export function digestHtml(view: MailView, content: DigestContent): string {
  const { title, intro, topics, channels, rest, why } = content
  const news =
    channels.length > 0
      ? [`${open('div', 'part')}${open('h2', 'title')}New channels</h2></div>`, ...channels.map(channelHtml)]
      : []
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${DARK}</style>
</head>
${open('body', 'body')}
${open('div', 'sheet')}
${open('p', 'organization')}${picture(view)}</p>
${open('h1', 'heading')}${escapeHtml(title)}</h1>
${open('p', 'text')}${escapeHtml(intro)}</p>
${[...topics.map(topicHtml), ...news].join('\n')}
${rest === '' ? '' : `<p class="text" style="${STYLE.text};margin-top:16px">${escapeHtml(rest)}</p>`}
<p style="margin:28px 0 0">${linked(`Open ${view.realm.name}`, view.address, 'button')}</p>
</div>
${open('p', 'foot')}${escapeHtml(why)} ${linked('Stop weekly digests', view.unsubscribe, 'link')}</p>
</body>
</html>
`
}

/** The logo has the name in it. An icon stands beside it. */
function picture({ realm: { info, name }, address }: MailView): string {
  const kind = (['logo', 'icon'] as const).find((one) => realmPicture(info.pictures, one).token !== null)
  if (kind === undefined) return escapeHtml(name)
  const source = escapeHtml(`${address.replace(/\/$/, '')}${realmPictureUrl(info, kind)}`)
  const [alt, beside] = kind === 'logo' ? [escapeHtml(name), ''] : ['', ` ${escapeHtml(name)}`]
  return `<img src="${source}" alt="${alt}" height="32" style="height:32px;max-width:100%;vertical-align:middle;border-radius:4px">${beside}`
}

const topicHtml = ({ title, link, about, quotes }: DigestPart): string => `${open('div', 'part')}
${open('h2', 'title')}${linked(title, link, 'link')}</h2>
${open('p', 'quiet')}${escapeHtml(about)}</p>
${quotes
  .map(
    ({ head, text }) => `${open('div', 'quote')}
${open('p', 'quiet')}${escapeHtml(head)}</p>
${open('p', 'words')}${escapeHtml(text)}</p>
</div>`,
  )
  .join('\n')}
</div>`

const channelHtml = ({ title, link, about }: DigestPart): string =>
  `<p style="margin:12px 0 0">${linked(title, link, 'link')}${about === '' ? '' : `<br><span class="text" style="color:#474d49">${escapeHtml(about)}</span>`}</p>`
