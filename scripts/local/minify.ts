import type { JsMinifyOptions } from '@swc/core'

/** How the worker and the screens are minified (docs/decisions/0109-a-second-minifier.md). */
export const MINIFY: JsMinifyOptions = {
  module: true,
  compress: { ecma: 2020, passes: 3 },
  mangle: { topLevel: true },
  format: { comments: false },
}
