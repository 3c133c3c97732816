interface Suspicion {
  type: 'SQL_INJECTION' | 'XSS_ATTEMPT'
  message: string
}

const SQL_INJECTION: Suspicion = { type: 'SQL_INJECTION', message: 'Input contains potential SQL injection' }
const XSS_ATTEMPT: Suspicion = { type: 'XSS_ATTEMPT', message: 'Input contains potential XSS attempt' }

/** Narrow on purpose, because O'Brien, "Select Comfort", "Drop Shop" and "Union Cafe" are names. */
const SQL_PATTERNS = [
  /['"][\s)]*(?:or|and)\s+['"(]{0,3}[^\s'"()=<>]{0,40}['")]{0,3}\s*(?:[=<>]|--)/i,
  /['"]\s*(?:--|\/\*|#\s*$)/,
  /\b(?:or|and)\s+\d+\s*=\s*\d/i,
  /\bunion\s+(?:all\s+)?select\b/i,
  /\bselect\s+(?:\*|@@\w)/i,
  /;\s*(?:drop|delete|insert|update|alter|create|truncate|exec|shutdown|declare|waitfor)\s+\w/i,
  /\b(?:sleep|benchmark|pg_sleep|randomblob|load_extension|load_file)\(/i,
]

const XSS_PATTERNS = [
  /<[/!?]?[a-z]/i,
  /\b(?:javascript|vbscript):/i,
  /(?:^|[\s"'/])on[a-z]{3,30}\s*=/i,
  /\bdata:text\/html\b/i,
]

/** A hint for the log and the user, never a reason to refuse free text: bound values and encoding keep us safe. */
export function suspicionOf(text: string): Suspicion | null {
  if (SQL_PATTERNS.some((pattern) => pattern.test(text))) return SQL_INJECTION
  if (XSS_PATTERNS.some((pattern) => pattern.test(text))) return XSS_ATTEMPT
  return null
}
