import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import './page.css'

const NAMELESS = ':is(select, textarea):not([aria-label], label *)'

const nothing = () => null

/**
 * Hides Swagger UI's title, server list and key forms. The page has its own header, with a single field for the API
 * key.
 */
const withoutHead = () => ({
  components: { InfoContainer: nothing, AuthorizeBtnContainer: nothing, authorizeOperationBtn: nothing },
})

const night = matchMedia('(prefers-color-scheme: dark)')
const [, chosen] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie) ?? []

function showScheme() {
  const isDark = chosen ? chosen === 'dark' : night.matches
  // Swagger UI's name for its dark colors.
  document.documentElement.classList.toggle('dark-mode', isDark)
}

showScheme()
night.addEventListener('change', showScheme)

const reference = document.querySelector<HTMLElement>('#reference')
const field = document.querySelector<HTMLInputElement>('#key')
// Enter in the key's field must not load a new page.
field?.form?.addEventListener('submit', (event) => event.preventDefault())

/** Adds the accessible names that Swagger UI lacks, and lets the keyboard focus (and thus scroll) long examples. */
function makeReachable() {
  for (const input of reference?.querySelectorAll(NAMELESS) ?? []) {
    const parameter = input.closest<HTMLElement>('[data-param-name]')?.dataset.paramName
    input.setAttribute('aria-label', parameter ?? 'Request body')
  }
  for (const example of reference?.querySelectorAll('pre') ?? []) example.tabIndex = 0
}

if (reference) new MutationObserver(makeReachable).observe(reference, { childList: true, subtree: true })

SwaggerUI({
  url: '/api/v1/openapi.json',
  domNode: reference,
  plugins: [withoutHead],
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // The highlighter's colors have too little contrast.
  syntaxHighlight: false,
  persistAuthorization: false,
  // By default, the document would be sent to a validation service.
  validatorUrl: null,
  requestInterceptor: (request) => {
    const key = field?.value.trim()
    if (key && !request.loadSpec) request.headers.authorization = `Bearer ${key}`
    return request
  },
})
