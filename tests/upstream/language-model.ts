/**
 * Source of a worker that replaces Workers AI behind the binding `AI`, over RPC as a service binding. The owner's
 * description of how they write controls it: `fails: …` throws that text, `answers: …` answers only that text,
 * `adds: …` inserts it before the sign-off, and anything else rewrites the draft like a real model. `sent(voice)`
 * returns the requests with that description.
 */
export const LANGUAGE_MODEL = `import { WorkerEntrypoint } from 'cloudflare:workers'

const sent = new Map()

export class Model extends WorkerEntrypoint {
  async run(model, { messages, max_tokens }) {
    const content = messages.at(-1).content
    const [, voice] = /^How the owner writes: (.*)/.exec(content)
    const draft = content.slice(content.indexOf('The reply to rewrite:') + 22)
    sent.set(voice, [...(sent.get(voice) ?? []), { model, content, max_tokens }])
    const [, command, given] = /^(fails|answers|adds): ?([^]*)/.exec(voice) ?? []
    if (command === 'fails') throw new Error(given)
    if (command === 'answers') return { response: given }
    const parts = draft.replaceAll('’re', ' are').split('\\n\\n')
    if (command === 'adds') parts.splice(-1, 0, given)
    return { choices: [{ message: { content: parts.join('\\n\\n') } }] }
  }

  async sent(voice) {
    return sent.get(voice) ?? []
  }
}

export default { fetch: () => new Response('a language model') }
`
