/**
 * The look of pages that work without the web app: one column, and a picture beside it where there is room. The values
 * are those of web/styles/tokens.css.
 */
export const STYLE = `
:root { color-scheme: light dark; --canvas: #f3f3ef; --surface: #fff; --sunken: #f7f7f4; --line: #e5e4de; --control: #85877f;
  --ink: #1b201d; --ink-2: #474d49; --ink-3: #636966; --link: #0a5ca3; --accent: #0b6a55; --accent-hover: #085443;
  --on-accent: #fff; --danger: #b3261e; --danger-soft: #fcebe8; --line-strong: #d0cfc7; --cobalt: #2a55b0; --clay: #9a4516; --rose: #a12d5d;
  --moss: #47681a }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #121514; --surface: #191d1b; --sunken: #151817; --line: #2a302d; --control: #77807b; --ink: #e7ebe8;
    --ink-2: #bcc3bf; --ink-3: #98a19c; --link: #7fbaf2; --accent: #58c3a6; --accent-hover: #76d4ba; --on-accent: #06231b;
    --danger: #ff8c82; --danger-soft: #3b1d1a; --line-strong: #3a423e; --cobalt: #94b5f7; --clay: #eb9d6c; --rose: #f08fb4;
    --moss: #a5c46a }
}
* { box-sizing: border-box }
body { margin: 0; min-block-size: 100dvh; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.1fr);
  background: var(--surface); color: var(--ink); overflow-wrap: anywhere;
  font: .9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
main { display: grid; align-content: center; justify-items: center; padding: 2rem 1.5rem }
.sheet { inline-size: min(23.5rem, 100%) }
aside { display: grid; align-content: center; justify-items: center; padding: 3rem; overflow: hidden;
  background: var(--canvas); border-inline-start: 1px solid var(--line) }
aside p { max-inline-size: 27rem; margin-block: 2rem 0; font-size: 1.125rem; text-align: center }
.art { inline-size: min(28.75rem, 100%); block-size: auto }
.art .card { fill: var(--surface); stroke: var(--line) }
.art .title { fill: var(--ink); opacity: .82 }
.art .text { fill: var(--ink-3); opacity: .35 }
.art .unread { fill: var(--accent) }
.art .cobalt { fill: var(--cobalt) } .art .clay { fill: var(--clay) } .art .rose { fill: var(--rose) } .art .moss { fill: var(--moss) }
.intro { margin: 0 0 .75rem; color: var(--ink); font-size: .875rem; font-weight: 500 }
.or { display: flex; align-items: center; gap: .75rem; margin-block: 1.125rem; color: var(--ink-3); font-size: .8125rem }
.or::before, .or::after { content: ""; flex: 1; block-size: 1px; background: var(--line) }
.organization { display: flex; align-items: center; gap: .5rem; margin: 0 0 2rem; color: var(--ink); font-size: 1.0625rem;
  font-weight: 680 }
.logo { flex: none; inline-size: 1.625rem; block-size: 1.625rem }
h1 { margin: 0; font-size: 1.875rem; font-weight: 680; letter-spacing: -.028em; line-height: 1.15 }
p { margin: .375rem 0; color: var(--ink-2) }
h1 + p { color: var(--ink-3) }
.label { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; margin-block: 1rem .25rem;
  font-size: .875rem }
label { font-weight: 500 }
.label a { font-size: .8125rem; padding-block: .25rem }
input { inline-size: 100%; min-block-size: 2.75rem; padding-inline: .625rem; border: 1px solid var(--control);
  border-radius: 6px; background: var(--surface); color: inherit; font: inherit; font-size: 1rem }
input[readonly] { background: var(--sunken) }
.code { font: .8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.secret { position: relative }
.secret input { padding-inline-end: 2.75rem }
.secret .reveal { position: absolute; inset-block: 0; inset-inline-end: 0; inline-size: 2.75rem; margin: 0; background: none;
  color: var(--ink-3); display: grid; place-items: center }
.secret .reveal[hidden] { display: none }
.secret .reveal:hover { color: var(--ink); background: none }
.secret .reveal[aria-pressed=true] { color: var(--accent) }
.help { margin: .25rem 0 0; color: var(--ink-3); font-size: .8125rem }
form ~ .help, .button + .help { margin-block-start: 1.5rem }
.error { display: flex; gap: .5rem; margin-block: 1rem 0; padding: .625rem .75rem; border-radius: 6px;
  background: var(--danger-soft); color: var(--danger) }
.field-error { display: flex; align-items: center; gap: .375rem; margin-block: .375rem 0; color: var(--danger); font-size: .8125rem }
.field-error .icon { inline-size: 1rem; block-size: 1rem; margin: 0 }
input[aria-invalid] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger) }
.icon { flex: none; inline-size: 1.25rem; block-size: 1.25rem; margin-block-start: .1rem }
button, .button { inline-size: 100%; min-block-size: 2.75rem; margin-block-start: 1.5rem; border: 0; border-radius: 6px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 500; cursor: pointer }
button:hover, .button:hover { background: var(--accent-hover) }
.button { display: flex; align-items: center; justify-content: center; padding: .5rem 1rem; text-align: center;
  text-decoration: none }
.button.quiet { gap: .5rem; margin-block-start: 1.25rem; border: 1px solid var(--line-strong); background: none; color: inherit }
.button.quiet:hover { background: var(--sunken) }
.or + .button.quiet { margin-block-start: 0 }
.or + form > .label:first-of-type { margin-block-start: 0 }
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
@media (max-width: 61.25rem) { body { grid-template-columns: minmax(0, 1fr) } aside { display: none } }
@media (max-width: 40rem) { main { align-content: start; padding-block-start: 3rem } }
`
