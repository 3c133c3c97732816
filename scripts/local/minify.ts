import { minify } from '@swc/core'
import type { Plugin } from 'vite'

/** Minifies the worker and the screens: smaller than Vite's own choices (docs/decisions/0109-a-second-minifier.md). */
export const minified: Plugin = {
  name: 'minified',
  renderChunk: {
    order: 'post',
    handler: (code) =>
      minify(code, {
        module: true,
        compress: { ecma: 2020, passes: 3 },
        mangle: { topLevel: true },
        format: { comments: false },
        sourceMap: true,
      }),
  },
}
