import { hash } from 'node:crypto'

/** The only script of these pages. Without it, the button stays away and the form works as before. */
const SCRIPT = `for (const button of document.querySelectorAll('.reveal')) {
  const field = button.previousElementSibling
  button.hidden = false
  button.onclick = () => {
    const isShown = field.type === 'password'
    field.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(isShown))
  }
  // A browser offers to keep only what is a password when the form is sent.
  field.form.addEventListener('submit', () => { field.type = 'password' })
}`

/** A policy allows the script by its text. */
export const REVEAL_SOURCE = `'sha256-${hash('sha256', SCRIPT, 'base64')}'`
export const REVEAL_SCRIPT = `<script>${SCRIPT}</script>`

const EYE = `<svg class="icon" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2.5 10S5.200 4.800 10 4.800 17.500 10 17.500 10 14.800 15.200 10 15.200 2.500 10 2.500 10z"/><circle cx="10" cy="10" r="2.400"/></svg>`

/** Shows what was typed into the password field before it. Its name must not be mistaken for that of the field. */
export const REVEAL_BUTTON = `<button type="button" class="reveal" aria-label="Show what you typed" title="Show what you typed" aria-pressed="false" hidden>${EYE}</button>`
