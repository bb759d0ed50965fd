import { registerHooks } from 'node:module'

/** Loaded before the server: reports on stderr when the package in TOLD_PACKAGE is loaded. */
const told = process.env['TOLD_PACKAGE'] ?? ''

registerHooks({
  load(url, context, nextLoad) {
    if (url.includes(`/node_modules/${told}/`)) process.stderr.write(`loaded ${told}\n`)
    return nextLoad(url, context)
  },
})
