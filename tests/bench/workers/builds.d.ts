/** Output of bundles.ts for the screens in ../screens. */
declare module '*/build/bench/streaming/server/index.js' {
  const build: import('@remix-run/cloudflare').ServerBuild
  export = build
}
declare module '*/build/bench/empty/server/index.js' {
  const build: import('@remix-run/cloudflare').ServerBuild
  export = build
}
declare module '*/build/bench/hydrated/server/index.js' {
  const build: import('@remix-run/cloudflare').ServerBuild
  export = build
}
declare module '*/build/worker/index.js' {
  const worker: typeof import('#worker/index.ts').default
  export default worker
}
/** The package itself, for bundles that replace its name. */
declare module '*/@remix-run/react/dist/esm/index.js' {
  export * from '@remix-run/react'
}
