interface TrustedPolicy {
  createHTML(html: string): string
  createScriptURL(url: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy
}

const asIs: TrustedPolicy = {
  createHTML: (html) => html,
  createScriptURL: (url) => url,
}

/**
 * The one policy that the header of the page allows. HTML comes from the server or from the Markdown engine, which make it
 * from listed tags only. Browsers without Trusted Types take the text itself.
 */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('parley', asIs) ?? asIs

export const trustedHtml = (html: string): string => policy.createHTML(html)
export const trustedWorkerUrl = (url: string): string => policy.createScriptURL(url)

/** Reads HTML of the clipboard. Nothing in such a document runs, loads or is shown. */
export const inertDocument = (html: string): Document =>
  new DOMParser().parseFromString(policy.createHTML(html), 'text/html')
