export function bundledEntry(node: string): string
