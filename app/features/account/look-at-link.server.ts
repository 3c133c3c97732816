import { LINK_INCOMPLETE } from '#worker/rules/auth.ts'

type Seen<T> = { link: T; problem: null } | { link: null; problem: string }

/** What a mailed link is for, or why it can't be used, as a sentence for its reader. @throws what is no fault of the link */
export async function lookAtLink<T>(look: () => Promise<T>): Promise<Seen<T>> {
  try {
    return { link: await look(), problem: null }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'NOT_FOUND' && error instanceof Error) return { link: null, problem: error.message }
    if (code === 'BAD_REQUEST') return { link: null, problem: LINK_INCOMPLETE }
    throw error
  }
}
