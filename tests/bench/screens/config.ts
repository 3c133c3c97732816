import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import type { PluginOption, UserConfig } from 'vite'
import product from '../../../vite.config.ts'

interface ScreensOptions {
  /** Relative to the repository. */
  appDirectory: string
  buildDirectory: string
  plugins?: PluginOption[]
}

/** Screens that are built as the product's are: its configuration, with other folders. */
export function screensConfig({ appDirectory, buildDirectory, plugins = [] }: ScreensOptions): UserConfig {
  return {
    ...product,
    plugins: [
      ...plugins,
      tailwindcss(),
      remix({
        appDirectory,
        buildDirectory,
        future: {
          v3_fetcherPersist: true,
          v3_lazyRouteDiscovery: true,
          v3_relativeSplatPath: true,
          v3_singleFetch: true,
          v3_throwAbortReason: true,
        },
      }),
    ],
  }
}
