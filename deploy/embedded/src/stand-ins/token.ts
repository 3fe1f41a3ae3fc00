process.stdout.write('a-token\n')
