import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from '@remix-run/react'
import { type ReactNode, useContext } from 'react'
import { isPublicPath } from '#worker/rules/paths.ts'
import icon from './components/icon.svg?url'
import { knownTimeZone, localeOfRequest } from './lib/accept-language.ts'
import { readCookie } from './lib/browser-state.ts'
import { LocaleProvider } from './lib/locale.tsx'
import { appearanceOf, BRAND_NAME, wantsNoScripts } from './lib/page-meta.ts'
import { themeAttribute, themeOf } from './lib/theme.ts'
import { NonceContext, type RootData, useRootData } from './lib/viewer.ts'
import styles from './styles/app.css?url'
import font from './styles/figtree/latin.woff2?url'

const EVERYONE = { theme: 'system', locale: 'en', chosenLocale: null, timeZone: 'UTC' } as const

/** Reads this browser's preferences, and where to get help. Public pages are the same for everyone. */
export function loader({ request, context }: LoaderFunctionArgs): RootData {
  const { supportEmail, isOnSale } = context
  if (isPublicPath(new URL(request.url).pathname)) return { ...EVERYONE, supportEmail, isOnSale }
  const cookies = request.headers.get('cookie')
  return {
    supportEmail,
    isOnSale,
    theme: themeOf(readCookie(cookies, 'theme')),
    locale: localeOfRequest(request),
    chosenLocale: readCookie(cookies, 'locale'),
    timeZone: knownTimeZone(readCookie(cookies, 'tz')),
  }
}

export { ErrorPage as ErrorBoundary } from './components/error-screen.tsx'

export const meta = () => [{ title: BRAND_NAME }]

export const links: LinksFunction = () => [
  // Anonymous, because the style sheet requests it that way; a font that comes late isn't shown.
  { rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: icon, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/180.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/**
 * Script that loads ICU data in a worker while files are fetched. Without it, the first Intl formatter would load the
 * data, which takes as long as the rest of hydration. All threads of a page share the data. The script has no quotes,
 * because React would escape them.
 */
const PREPARE_INTL = 'new Worker(`/assets/prepare-intl.js`)'

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  const preferences = useRootData() ?? EVERYONE
  const handles = useMatches().map((match) => match.handle)
  const hasScripts = !handles.some(wantsNoScripts)
  const appearance = handles.map(appearanceOf).find((query) => query !== undefined) ?? ''
  return (
    <html lang="en" data-theme={themeAttribute(preferences.theme)}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfaf6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c1417" />
        {/* entry.client.tsx and Vite's preloader read the nonce here. */}
        {hasScripts && <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />}
        {hasScripts && (
          <script nonce={nonce} suppressHydrationWarning>
            {PREPARE_INTL}
          </script>
        )}
        <Meta />
        <Links />
        {/* Public pages are the same for everyone; this style sheet adds what is specific to the browser. */}
        {!hasScripts && <link rel="stylesheet" href={`/appearance.css${appearance}`} />}
      </head>
      <body>
        <LocaleProvider settings={preferences}>{children}</LocaleProvider>
        {hasScripts && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}
