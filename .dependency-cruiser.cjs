/** Who may import whom: the table of docs/architecture.md. A folder of worker/ imports only from those above it. */
const LAYERS = [
  'rules',
  'platform',
  'sources',
  'oauth',
  'notifications',
  'identity',
  'webhooks',
  'organizations',
  'credits',
  'businesses',
  'connections',
  'reviews',
  'responses',
  'widgets',
  'cases',
  'collection',
  'imports',
  'alerts',
  'insights',
  'asking',
  'billing',
  'archives',
  'operation',
  'erasure',
  'screens',
  'api',
  'patches',
  'http',
]

const layerRules = LAYERS.map((layer, index) => ({
  name: `worker/${layer} imports only from below`,
  severity: 'error',
  from: { path: `^worker/${layer}/` },
  to: { path: `^worker/(${LAYERS.slice(index + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    ...layerRules.slice(0, -1),
    {
      name: 'no cycles, types included',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domains know no tRPC',
      severity: 'error',
      from: { path: '^worker/', pathNot: '^worker/(api|http)/' },
      to: { path: 'node_modules/@trpc/' },
    },
    {
      name: 'rules are pure',
      severity: 'error',
      from: { path: '^worker/rules/' },
      to: { path: '^(worker/(?!rules/)|db/|app/|node:|cloudflare:)' },
    },
    {
      name: 'app knows of worker only its rules, and types',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^(worker/(?!rules/)|db/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'routes import from no other route',
      severity: 'error',
      from: { path: '^app/routes/([^/$]+)(/|$)' },
      to: { path: '^app/routes/', pathNot: '^app/routes/$1(/|$)' },
    },
    {
      // A name with a dollar is no pattern by itself.
      name: 'routes with an id import from no other route',
      severity: 'error',
      from: { path: '^app/routes/([^/$]+)[$]id([^/]*)' },
      to: { path: '^app/routes/', pathNot: '^app/routes/$1[$]id$2(/|$)' },
    },
    {
      name: 'what routes share imports from no route',
      severity: 'error',
      from: { path: '^app/(components|features|lib)/' },
      to: { path: '^app/(routes/|root\\.tsx)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'db imports nothing of ours',
      severity: 'error',
      from: { path: '^db/' },
      to: { path: '^(worker|app|tests|scripts)/' },
    },
    {
      name: 'worker imports no screens and no tests',
      severity: 'error',
      from: { path: '^worker/' },
      to: { path: '^(app|tests|scripts)/' },
    },
    {
      // The build comes after this check.
      name: 'imports can be resolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(cloudflare:|virtual:)|^(\\.\\./)+build/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^build/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'workerd', 'default', 'types'],
    },
  },
}
