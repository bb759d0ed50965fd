/** The folder of the checkout. A bundle is as deep in it as this file: see scripts/bundled.mjs. */
export const CHECKOUT = new URL('../../', import.meta.url)
