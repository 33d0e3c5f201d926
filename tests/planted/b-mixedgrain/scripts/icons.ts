console.log('icons');
