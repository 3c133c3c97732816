import { useState } from 'react'

/** The smallest interactive screen: a button that opens a menu. */
export default function HydratedPage() {
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)} onKeyDown={() => setOpen(false)}>
        Account
      </button>
      {isOpen && <div role="menu">Profile</div>}
    </main>
  )
}
