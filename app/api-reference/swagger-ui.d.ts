/** Swagger UI has no types; these are the settings that we use. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SentRequest {
    headers: Record<string, string>
    /** True for the request that loads the OpenAPI document. */
    loadSpec?: boolean
  }

  export default function SwaggerUI(settings: {
    url: string
    domNode: HTMLElement | null
    plugins: (() => { components: Record<string, () => null> })[]
    tryItOutEnabled: boolean
    displayRequestDuration: boolean
    defaultModelsExpandDepth: number
    syntaxHighlight: false
    persistAuthorization: boolean
    validatorUrl: null
    requestInterceptor: (request: SentRequest) => SentRequest
  }): void
}
