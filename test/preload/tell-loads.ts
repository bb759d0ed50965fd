import { registerHooks } from 'node:module'

/** Loaded before the server: tells on stderr when the package named by TOLD_PACKAGE is loaded. */
const told = process.env['TOLD_PACKAGE'] ?? ''

registerHooks({
  load(url, context, nextLoad) {
    if (url.includes(`/node_modules/${told}/`)) process.stderr.write(`loaded ${told}\n`)
    return nextLoad(url, context)
  },
})
