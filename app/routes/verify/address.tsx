/** An e-mail address in a sentence; a long one breaks anywhere rather than widening the page. */
export function Address({ email }: { email: string }) {
  return <strong className="font-medium wrap-anywhere text-foreground">{email}</strong>
}
