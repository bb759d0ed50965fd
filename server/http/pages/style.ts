/** The look of pages that work without the web app: one column, the same on a phone. */
export const STYLE = `
:root { color-scheme: light dark; --canvas: #f3f3ef; --surface: #fff; --sunken: #f7f7f4; --line: #e5e4de; --control: #85877f;
  --ink: #1b201d; --ink-2: #474d49; --ink-3: #636966; --link: #0a5ca3; --accent: #0b6a55; --accent-hover: #085443;
  --on-accent: #fff; --danger: #b3261e; --danger-soft: #fcebe8 }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #121514; --surface: #191d1b; --sunken: #151817; --line: #2a302d; --control: #77807b; --ink: #e7ebe8;
    --ink-2: #bcc3bf; --ink-3: #98a19c; --link: #7fbaf2; --accent: #58c3a6; --accent-hover: #76d4ba; --on-accent: #06231b;
    --danger: #ff8c82; --danger-soft: #3b1d1a }
}
* { box-sizing: border-box }
body { margin: 0; min-block-size: 100dvh; display: grid; align-content: center; justify-items: center; padding: 2rem 1.5rem;
  background: var(--surface); color: var(--ink); overflow-wrap: anywhere;
  font: .9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
main { inline-size: min(23.5rem, 100%) }
.organization { display: flex; align-items: center; gap: .5rem; margin: 0 0 2rem; color: var(--ink); font-size: 1.0625rem;
  font-weight: 680 }
.logo { flex: none; inline-size: 1.625rem; block-size: 1.625rem }
h1 { margin: 0; font-size: 1.875rem; font-weight: 680; letter-spacing: -.028em; line-height: 1.15 }
p { margin: .5rem 0; color: var(--ink-2) }
.label { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; margin-block: 1rem .25rem;
  font-size: .875rem }
label { font-weight: 500 }
.label a { font-size: .8125rem; padding-block: .25rem }
input { inline-size: 100%; min-block-size: 2.75rem; padding-inline: .625rem; border: 1px solid var(--control);
  border-radius: 6px; background: var(--surface); color: inherit; font: inherit; font-size: 1rem }
input[readonly] { background: var(--sunken) }
.code { font: .8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.help { margin: .25rem 0 0; color: var(--ink-3); font-size: .8125rem }
form + .help, .button + .help { margin-block-start: 1.5rem }
.error { display: flex; gap: .5rem; margin-block: 1rem 0; padding: .625rem .75rem; border-radius: 6px;
  background: var(--danger-soft); color: var(--danger) }
.icon { flex: none; inline-size: 1.25rem; block-size: 1.25rem; margin-block-start: .1rem }
button, .button { inline-size: 100%; min-block-size: 2.75rem; margin-block-start: 1.5rem; border: 0; border-radius: 6px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 500; cursor: pointer }
button:hover, .button:hover { background: var(--accent-hover) }
.button { display: flex; align-items: center; justify-content: center; padding: .5rem 1rem; text-align: center;
  text-decoration: none }
.button.quiet { border: 1px solid var(--control); background: none; color: inherit }
.button.quiet:hover { background: var(--sunken) }
form + .button { margin-block-start: .75rem }
button.quiet { inline-size: auto; margin: 0; padding-inline: 1rem; border: 1px solid var(--control); background: none; color: inherit }
input + button.quiet { margin-block-start: 1rem }
button.quiet:hover { background: var(--sunken) }
.links { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin-block-start: 1.5rem; font-size: .875rem }
.links a { padding-block: .25rem }
.devices { margin: 1.5rem 0 0; padding: 0; list-style: none; border-block-start: 1px solid var(--line) }
.devices li { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding-block: .75rem;
  border-block-end: 1px solid var(--line) }
.devices p { margin: 0; color: var(--ink-3); font-size: .8125rem }
.devices .here { color: var(--accent); font-weight: 500 }
a { color: var(--link) }
@media (max-width: 40rem) { body { align-content: start; padding-block-start: 3rem } }
`
