import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import './page.css'

const NAMELESS = ':is(select, textarea):not([aria-label], label *)'

const nothing = () => null

/** What the page says itself, and says with one field: what this is, where it is served, and the key. */
const withoutHead = () => ({
  components: { InfoContainer: nothing, AuthorizeBtnContainer: nothing, authorizeOperationBtn: nothing },
})

const night = matchMedia('(prefers-color-scheme: dark)')
const [, chosen] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie) ?? []

function showScheme() {
  const isDark = chosen ? chosen === 'dark' : night.matches
  // Swagger UI has its dark colours under this name.
  document.documentElement.classList.toggle('dark-mode', isDark)
}

showScheme()
night.addEventListener('change', showScheme)

const reference = document.querySelector<HTMLElement>('#reference')
const field = document.querySelector<HTMLInputElement>('#key')
// Enter would send it as a form.
field?.form?.addEventListener('submit', (event) => event.preventDefault())

/** Swagger UI leaves menus and texts without a name, and long examples to the mouse. */
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
  // Its colours are too dark on their ground.
  syntaxHighlight: false,
  persistAuthorization: false,
  // Else the document would be sent to a service that checks it.
  validatorUrl: null,
  requestInterceptor: (request) => {
    const key = field?.value.trim()
    if (key && !request.loadSpec) request.headers.authorization = `Bearer ${key}`
    return request
  },
})
