console.log('map');
