import type { ErrorType } from '#worker/rules/error-catalogue.ts'

/** What may help, most likely first. */
export const ERROR_SUGGESTIONS: Record<ErrorType, readonly string[]> = {
  NETWORK: [
    'Check your Wi-Fi or mobile connection.',
    'Switch off a VPN or proxy for a moment.',
    'Wait a minute and try again.',
  ],
  VALIDATION: ['Go back and check what you entered.', 'Fill in every required field.'],
  AUTHENTICATION: [
    'Sign in again: a session ends after 30 minutes without activity.',
    'Check that your browser allows cookies.',
  ],
  AUTHORIZATION: [
    'Ask the owner of your organization for the permission.',
    'Check that you are signed in with the right account.',
  ],
  NOT_FOUND: ['Check the address for a typing mistake.', 'It may have been moved or deleted.'],
  SERVER: ['Wait a minute and try again.', 'If it stays like this, write to us and name the request below.'],
  TIMEOUT: ['Try again: it is often only a moment.', 'Check whether your connection is slow.'],
  RATE_LIMIT: ['Wait a minute before the next try.', 'Close other tabs that show this page.'],
  UNKNOWN: ['Reload the page.', 'If it stays like this, write to us and say what you did.'],
}
