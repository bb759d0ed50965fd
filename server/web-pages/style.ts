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
.organization { margin: 0 0 2rem; font-size: 1.0625rem; font-weight: 680 }
h1 { margin: 0; font-size: 1.875rem; font-weight: 680; letter-spacing: -.028em; line-height: 1.15 }
p { margin: .5rem 0; color: var(--ink-2) }
label { display: block; margin-block: 1rem .25rem; font-size: .875rem; font-weight: 500 }
input { inline-size: 100%; min-block-size: 2.75rem; padding-inline: .625rem; border: 1px solid var(--control);
  border-radius: 6px; background: var(--surface); color: inherit; font: inherit; font-size: 1rem }
input[readonly] { background: var(--sunken) }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.help { margin: .25rem 0 0; color: var(--ink-3); font-size: .8125rem }
.error { margin-block: 1rem 0; padding: .625rem .75rem; border-radius: 6px; background: var(--danger-soft); color: var(--danger) }
button { inline-size: 100%; min-block-size: 2.75rem; margin-block-start: 1.5rem; border: 0; border-radius: 6px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 500; cursor: pointer }
button:hover { background: var(--accent-hover) }
a { color: var(--link) }
@media (max-width: 40rem) { body { align-content: start; padding-block-start: 3rem } }
`
