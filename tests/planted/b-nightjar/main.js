console.log('nightjar');
