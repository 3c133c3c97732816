import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { minified } from './scripts/local/minify.ts'

declare module '@remix-run/cloudflare' {
  interface Future {
    v3_singleFetch: true
  }
}

/**
 * What nearly every screen shows, in one file: each small chunk costs a line in every page's list of what to load. An icon
 * that one screen shows goes with that screen, and what is loaded on demand with whoever asks for it. A file of these that
 * imports an icon by itself brings the icons of all screens along.
 */
const SHARED = new RegExp(
  [
    'vite/preload-helper',
    '/app/patches/patient-requests',
    '/worker/rules/(counted|plan-state|sentiment)',
    String.raw`node_modules/lucide/dist/esm/icons/(arrow-left|arrow-up|download|lock|mail|minus|store|x)\.`,
    String.raw`/app/lib/(?!\S+\.client\.|download|letter-keys|reply-outbox|report-security|use-older)`,
    String.raw`/app/components/(brand-mark|error-screen|on-demand|page-header|text-link)\.`,
    String.raw`/app/components/ui/(alert|badge|button|card|empty-state|field|icon|input|platform-mark|relative-time)\.`,
    String.raw`/app/components/ui/(skeleton|stars|table-frame|toast-store)\.`,
  ].join('|'),
)

const NO_DOM = fileURLToPath(new URL('app/patches/no-dom.ts', import.meta.url))

/**
 * React's renderer to strings alone: `react-dom/server` brings the one of streams along, 11.6 KB compressed. Goes with `renderToString`
 * (app/entry.server.tsx).
 */
const STRING_RENDERER = fileURLToPath(
  new URL('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js', import.meta.url),
)

function sharedChunk(id: string): string | undefined {
  return SHARED.test(id) ? 'shared' : undefined
}

/**
 * A browser compiles a function when it is first called, on the thread that answers people: a third of the work of hydrating a
 * screen. This line has Chromium compile the file while it loads, on another thread. The line has its weight, too, so only large
 * files get it. After all else, for minifying takes comments away, and only a first line counts.
 */
const compileAhead: Plugin = {
  name: 'compile-ahead',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.code.length > 10_000)
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      }
    },
  },
}

export default defineConfig(({ command, isSsrBuild }) => ({
  // The server bundle has no process to ask; without this it would carry the development build of React.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  plugins: [
    tailwindcss(),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
    ...(isSsrBuild ? [] : [minified, compileAhead]),
  ],
  ssr: {
    noExternal: true,
    // The worker has these already: in the screens' bundle they would be there twice.
    external: ['@remix-run/cloudflare', '@remix-run/router', '@remix-run/server-runtime', 'valibot'],
    resolve: { conditions: ['workerd', 'worker', 'browser'], externalConditions: ['workerd', 'worker'] },
  },
  resolve: {
    mainFields: ['browser', 'module', 'main'],
    alias: [
      ...(isSsrBuild
        ? [
            { find: /^react-dom$/, replacement: NO_DOM },
            { find: /^react-dom\/server$/, replacement: STRING_RENDERER },
          ]
        : []),
    ],
  },
  build: {
    target: 'es2022',
    minify: false,
    rollupOptions: {
      // As the libraries above.
      external: isSsrBuild ? [/^#worker\//] : [],
      output: isSsrBuild ? { inlineDynamicImports: true } : { manualChunks: sharedChunk },
      // No getter of ours does anything; else every schema that reads another one's entries would be sent to browsers.
      treeshake: { propertyReadSideEffects: false },
    },
  },
  esbuild: { legalComments: 'none' },
}))
