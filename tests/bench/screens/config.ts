import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import type { PluginOption, UserConfig } from 'vite'

interface ScreensOptions {
  /** Relative to the repository. */
  appDirectory: string
  buildDirectory: string
  plugins?: PluginOption[]
}

/** Builds screens with the product's Remix settings, without the other settings of vite.config.ts. */
export function screensConfig({ appDirectory, buildDirectory, plugins = [] }: ScreensOptions): UserConfig {
  return {
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
