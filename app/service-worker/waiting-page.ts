/** Shown where no copy of a screen is. It loads the same address again until the server answers. */
export function waitingPage(stylesheet: string | undefined): Response {
  const html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="5">
${stylesheet ? `<link rel="stylesheet" href="${stylesheet}">` : ''}<title>No connection</title></head>
<body><main class="mx-auto grid min-h-dvh max-w-lg content-center gap-2 px-5">
<h1 class="text-2xl font-semibold tracking-tight">No connection</h1>
<p class="text-muted-foreground">This page opens by itself as soon as we can reach the server.</p>
<p class="mt-6"><a class="font-medium text-primary underline underline-offset-4" href="/app">Go to the Dashboard</a></p>
</main></body></html>`
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'self'; font-src 'self'",
    },
  })
}
