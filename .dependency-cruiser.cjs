// The import order of docs/architecture.md. Left never imports right:
//   api → client → web
//   api → db, markdown → log → realm-state → actor → transaction, events → queries, present → access → actions, initial-state, jobs
//       → routes → app → main
// `context` and `http` lie below routes; queries, access and actions never import them.

/** Modules that everything in the server may use: they know nothing of the domain. */
const base =
  '^server/(config|settings|startup-refusal|clock|after|get-or-make|own-text|say-when-slow|database-url|straight-write|logger|log-output|metrics|secret|passwords|live-process|data-folder|make-folder|visible-text|person-rules|turns|busy)\\.ts$'
const feature = '^server/(?!http/|db/|log/|realm-state/|transaction/|events/|nodes/|jobs/|files/)[^/]+/'
/** Tests, and the file of calls that must not compile. */
const tests = '(\\.test|/negative)\\.ts$'
/** Kinds of files in a feature folder, as patterns of their ends; one pattern each, the tool refuses long ones. */
const queries = ['[^/]*queries\\.ts$', '[^/]*present\\.ts$']
const access = ['[^/]*access\\.ts$']
const above = ['initial-state\\.ts$', 'routes\\.ts$']
/** One write per file, verb-noun. A verb that is missing here is added here. */
const verbs =
  'add apply archive change create deactivate delete edit found import invite mark merge move mute permit reactivate remove ' +
  'rename reset resolve send set subscribe unsubscribe update upload'
const actions = verbs.split(' ').map((verb) => `${verb}-[^/]+\\.ts$`)
const inFeature = (...kinds) => kinds.flat().map((kind) => feature + kind)

const no = (name, from, to, except) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: to, ...(except && { pathNot: except }) },
})

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    no('contract-is-a-leaf', '^api/', '^(client|markdown|server|web|cli|bench|scripts|test)/'),
    no('markdown-is-a-leaf', '^markdown/', '^(client|server|web|cli|bench|scripts|test)/'),
    {
      name: 'markdown-runs-in-a-browser',
      severity: 'error',
      from: { path: '^markdown/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    no('client-knows-the-contract', '^client/', '^(server|web|cli|bench|scripts|test)/'),
    no('web-never-sees-the-server', '^web/', '^(server|cli|bench|scripts|test)/'),
    no('store-below-views', '^web/store/', '^web/(?!store/)'),
    no('server-is-no-tool', '^server/', '^(client|web|cli|bench|scripts|test)/'),
    no('base-knows-no-domain', base, '^(api|client|markdown|server)/', base),
    // An actor is what authentication found in memory.
    no('actor-above-realm-state', '^server/actor\\.ts$', '^server/(?!realm-state/)'),
    no('db-at-the-bottom', '^server/db/', '^server/(?!db/)', base),
    // Rows carry what memory makes of them; those shapes are nothing but types.
    no('log-above-db', '^server/log/', '^server/(?!log/|db/)', [base, '^server/realm-state/state-change\\.ts$']),
    no('realm-state-above-log', '^server/realm-state/', '^server/(?!realm-state/|log/|db/)', base),
    no(
      'transaction-above-actor',
      '^server/transaction/',
      '^server/(?!transaction/|actor\\.ts|realm-state/|log/|db/)',
      base,
    ),
    no('events-know-no-feature', '^server/events/', '^server/(?!events/|realm-state/|log/|db/)', base),
    no('files-know-no-feature', '^server/files/', '^server/(?!files/|log/|db/)', base),
    no('http-knows-no-feature', '^server/http/', `${feature}`),
    no('queries-below-access', inFeature(queries), inFeature(access, actions, above)),
    no('access-below-actions', inFeature(access), inFeature(actions, above)),
    no('actions-know-no-http', `${feature}(?!routes)[^/]+\\.ts$`, '^server/(http/|context\\.ts|app\\.ts|main\\.ts)'),
    // Features name jobs in the log; only the log reader creates them.
    no('features-make-no-jobs', feature, '^server/jobs/'),
    no('jobs-know-no-http', '^server/jobs/', '^server/(http/|context\\.ts|app\\.ts|main\\.ts)'),
    no('only-app-imports-routes', '^(?!server/app\\.ts)', `${feature}routes\\.ts$`),
    no('only-main-imports-app', '^server/(?!main\\.ts)', '^server/app\\.ts$'),
    no('nothing-imports-main', '^(?!cli/)', '^server/main\\.ts$'),
    no('safety-is-for-tests', '^(api|client|markdown/(?!safety/|cases/)|server|cli|web)', '^markdown/(safety|cases)/'),
    no('tools-are-not-imported', '^(cli|bench|test)/', '^scripts/'),
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-development-dependency-at-run-time',
      severity: 'error',
      // What the tests hold the engine to needs a real HTML parser; nothing that runs imports it.
      from: { path: '^(api|client|markdown|server|cli)/', pathNot: [tests, '^markdown/safety/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(data|docs)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
}
