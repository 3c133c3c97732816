import { logLine, withoutQueryParameters } from '../rules/log-text.ts'

/** Values a log line may carry: names, ids, counts. Never passwords, tokens, addresses of people, review texts. */
export type LogFields = Record<string, string | number | boolean | null | undefined>

export function logEvent(event: string, fields: LogFields = {}): void {
  console.log(logLine({ event, at: new Date().toISOString(), ...fields }))
}

/** The cause's message and stack only go to the log. */
export function logFault(event: string, cause: unknown, fields: LogFields = {}): void {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const nested = error.cause instanceof Error ? error.cause.message : undefined
  console.error(
    logLine({
      event,
      at: new Date().toISOString(),
      ...fields,
      error: withoutQueryParameters(error.message),
      cause: nested && withoutQueryParameters(nested),
      stack: error.stack && withoutQueryParameters(error.stack),
    }),
  )
}
